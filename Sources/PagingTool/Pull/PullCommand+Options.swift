/// The options of `paging pull`, besides those that describe the list.
extension PullCommand {
    static let output: [CommandSpec.Option] =
        [
            .init(
                name: "out", value: "FILE", help: "Where to write the rows.", defaultValue: "standard output",
                letter: "o")
        ] + RowLayout.options + [
            .init(name: "resume", help: "Go on where a pull to FILE was stopped, by Ctrl-C or a failure."),
            .init(name: "report", value: "FILE", help: "Where to write what was pulled, as JSON."),
            .init(
                name: "max", value: "N", help: "Stop after so many rows; the list then counts as whole.", letter: "n"),
            .init(name: "quiet", help: "Show no progress and no summary.", letter: "q"),
        ]

    static let requests: [CommandSpec.Option] = [
        .init(name: "in-flight", value: "N", help: "The most requests at once.", defaultValue: "\(standardInFlight)"),
        .init(
            name: "max-wait", value: "SECONDS",
            help: "The longest wait that a server may ask for, as by Retry-After; a longer one ends the pull.",
            defaultValue: "\(LongWait.standard.components.seconds)"),
    ]

    static let changes =
        [
            CommandSpec.Option(
                name: "behavior", value: "NAME",
                help: "What the server does with the list meanwhile: \(behaviors.map(\.name).joined(separator: ", ")).",
                defaultValue: "fixed")
        ] + SourceOptions.changing(state: "nowhere")
}
