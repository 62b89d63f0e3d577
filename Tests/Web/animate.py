"""Makes one moving picture (APNG) of frames. Usage: animate.py FOLDER OUT.png, with files NUMBER-MILLISECONDS.png in FOLDER."""

import sys
from pathlib import Path

from PIL import Image

# Of the page: text in a few colors.
COLORS = 48

paths = sorted(Path(sys.argv[1]).glob("*-*.png"))
frames = [Image.open(path).convert("RGB") for path in paths]
width, height = frames[0].size
# One palette for all, so that what stays the same is the same to the bit and takes no room.
together = Image.new("RGB", (width, height * len(frames)))
for index, frame in enumerate(frames):
    together.paste(frame, (0, index * height))
palette = together.quantize(COLORS, dither=Image.Dither.NONE)
reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
durations = [int(path.stem.split("-")[1]) for path in paths]
reduced[0].save(sys.argv[2], save_all=True, append_images=reduced[1:], duration=durations, loop=0, optimize=True)
print(f"{sys.argv[2]}: {len(frames)} frames, {Path(sys.argv[2]).stat().st_size // 1000} kB")
