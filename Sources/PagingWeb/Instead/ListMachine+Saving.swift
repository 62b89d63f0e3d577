#if arch(wasm32)
    /// A page's list ends with the page.
    extension ListMachine {
        struct State {
            struct Checkpoint {
                var position: Int
                var cursor: Cursor?
            }
        }

        func proveRestored() {}
    }
#endif
