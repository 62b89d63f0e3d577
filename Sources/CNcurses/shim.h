#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

// Functions for things that ncurses hides in macros, variadic functions and global variables, none of which can be reached from Swift.
// Like ncurses itself, none of it may be called by two threads at once.

/* term.h defines short words as macros; they are nothing but trouble in a header that others include. */
#undef lines
#undef columns
#undef tab
#undef buttons

/* How many cells a character takes; -1 where it cannot be shown. Not all C libraries declare it to all. */
extern int wcwidth(wchar_t);
static inline int cncurses_cells(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

/* The looks of text. */
static inline attr_t cncurses_bold(void) { return A_BOLD; }
static inline attr_t cncurses_dim(void) { return A_DIM; }
static inline attr_t cncurses_reverse(void) { return A_REVERSE; }
static inline attr_t cncurses_underline(void) { return A_UNDERLINE; }
static inline attr_t cncurses_pair(int pair) { return (attr_t)COLOR_PAIR(pair); }
static inline void cncurses_look(attr_t look) { (void)wattrset(stdscr, (int)look); }

/* Takes the terminal; 0 where TERM names none that can be drawn on. */
static inline int cncurses_start(void) {
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) { return 0; }
    set_term(screen);
    char *move = tigetstr("cup");
    if (!move || move == (char *)-1) { endwin(); return 0; }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    (void)set_escdelay(25);
    (void)curs_set(0);
    mousemask(ALL_MOUSE_EVENTS | REPORT_MOUSE_POSITION, NULL);
    mouseinterval(0);
    return 1;
}

static inline void cncurses_colors(void) {
    if (!has_colors()) { return; }
    start_color();
    use_default_colors();
    init_pair(1, COLOR_RED, -1);
    init_pair(2, COLOR_CYAN, -1);
}

static inline int cncurses_has_colors(void) { return has_colors(); }
static inline int cncurses_height(void) { return getmaxy(stdscr); }
static inline int cncurses_width(void) { return getmaxx(stdscr); }
static inline void cncurses_erase(void) { (void)werase(stdscr); }
static inline void cncurses_refresh(void) { (void)wrefresh(stdscr); }
/* Draws everything anew, whatever is believed to be on the screen. */
static inline void cncurses_repaint(void) { (void)clearok(stdscr, TRUE); }

static inline void cncurses_put(int line, int column, const wchar_t *text, int length) {
    if (wmove(stdscr, line, column) == OK) { (void)waddnwstr(stdscr, text, length); }
}

/* How many columns the terminal behind a descriptor has; 0 where that is none. */
static inline int cncurses_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Takes the terminal's size as it is now. */
static inline void cncurses_resize(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        resizeterm(size.ws_row, size.ws_col);
    }
}

/* The next key: 1 with a character, 2 with the code of a function key, 0 where none waits. */
static inline int cncurses_key(unsigned int *value) {
    wint_t key = 0;
    int kind = wget_wch(stdscr, &key);
    *value = (unsigned int)key;
    return kind == OK ? 1 : kind == KEY_CODE_YES ? 2 : 0;
}

/* What the mouse did: 1 pressed, 2 moved while pressed, 3 released, 4 wheel up, 5 wheel down, 0 nothing of these. */
static inline int cncurses_mouse(int *line, int *column) {
    MEVENT event;
    if (getmouse(&event) != OK) { return 0; }
    *line = event.y;
    *column = event.x;
    if (event.bstate & BUTTON4_PRESSED) { return 4; }
#ifdef BUTTON5_PRESSED
    if (event.bstate & BUTTON5_PRESSED) { return 5; }
#endif
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED)) { return 1; }
    if (event.bstate & BUTTON1_RELEASED) { return 3; }
    if (event.bstate & REPORT_MOUSE_POSITION) { return 2; }
    return 0;
}

#endif
