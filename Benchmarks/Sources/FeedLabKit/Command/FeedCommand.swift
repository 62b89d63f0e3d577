@testable import PagingSimulation
import ScrollLabKit

/// The laboratory's command line.
public enum FeedCommand {
    /// The result of a call of the command.
    public struct Outcome: Hashable, Sendable {
        /// The text for the standard output.
        public var output = ""
        /// The text for the standard error; empty where nothing is wrong.
        public var complaint = ""
        /// The exit status: 0 where all laws held, 1 where one was broken, 2 where the call was wrong.
        public var status: Int32 = 0
    }

    /// Carries out a call.
    ///
    /// - Parameters:
    ///   - arguments: the command line without the program's name.
    ///   - progress: takes what is to be seen while a long run lasts: where a combination is done a line, and in between
    ///     texts without a line's end, for a terminal's last line. `nil` where nobody looks.
    public static func run(
        _ arguments: [String], progress: (@Sendable (String) -> Void)? = nil
    ) -> Outcome {
        do throws(LabError) {
            let options = try FeedOptions(arguments)
            if options.wantsHelp { return Outcome(output: help) }
            if options.writesPage { return Outcome(output: try FeedsPage.write()) }
            if options.wantsComparison { return try comparison(options) }
            if options.wantsLog { return Outcome(output: try EventLog.text(options)) }
            let report = FeedRun(options, progress: progress).report()
            return Outcome(
                output: options.wantsJSON ? try report.json() : report.text, status: report.violations == 0 ? 0 : 1)
        } catch {
            return Outcome(complaint: "FeedLab: \(error)\n", status: 2)
        }
    }

    private static func comparison(_ options: FeedOptions) throws(LabError) -> Outcome {
        let comparison = Comparison(seed: options.seed, walks: options.runs)
        return Outcome(output: options.wantsJSON ? try comparison.json() : comparison.text)
    }

    static let help = """
        FeedLab runs lists over servers that change, in virtual time and from seeds, and holds the library's list machine
        against its ten laws after every event. Where one is broken it prints the shortest failing history that it
        finds and the command that replays it; the exit status is then 1.

        usage: FeedLab [options]

          --seed N             the first seed (1)
          --runs N             seeds for each combination (100)
          --events N           events that the list takes in before a run's closing (1000)
          --behavior NAME      how the list behaves; may be repeated. Without it: all.
                               \(FeedCombination.behaviors.map(\.name).joined(separator: ", "))
          --server NAME        what the server can do; may be repeated. Without it: all.
                               \(FeedCombination.servers.map(\.name).joined(separator: ", "))
          --workers N          runs at the same time (1)
          --host NAME          how the app shows the list. Without it: as the seed draws, a list view in three runs of four.
                               \(FeedHost.allCases.map(\.rawValue).joined(separator: ", "))
          --keep N,N,...       replay these actions of a history alone; 'none' for none
          --hazards NAME,...   let these hazards alone happen; 'none' for none.
                               \(NetworkHazards.named.map(\.name).joined(separator: ", "))
          --not-yet            hold laws where they are known not to be kept yet, too
          --first              end at the first run that breaks a law
          --unshrunk           name failing seeds without looking for shorter histories
          --sabotage LAW       break a law, 1 to 10, on purpose, between the machine and its checker
          --compare            walk down changing lists with this machine and with the naive ways, side by side
          --log                print every event of one run: of one --behavior, one --server and --seed
          --json               figures as JSON
          --write-page         write the tables of Documentation/Feeds.md

        """
}
