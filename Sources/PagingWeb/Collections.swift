// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    // What the core calls of the standard library's collections, in less code than that: each is compiled once for a type of
    // element and called, where the library's own are copied into every place that calls them, and is as simple as it can
    // be, where the library's are as fast as they can be. Within this module these names come before the library's.

    public typealias ContiguousArray = Array

    /// Calls the library's own.
    @inline(never)
    private func put<Elements: RangeReplaceableCollection>(_ element: Elements.Element, into elements: inout Elements) {
        elements.append(element)
    }

    public extension Array {
        mutating func append(_ element: __owned Element) { put(element, into: &self) }

        @inline(never)
        mutating func append(contentsOf elements: [Element]) {
            for element in elements { append(element) }
        }

        mutating func append<Elements: Sequence>(contentsOf elements: __owned Elements)
        where Elements.Element == Element {
            for element in elements { append(element) }
        }

        /// Puts elements in the place of others.
        @inline(never)
        private mutating func splice(_ lower: Int, _ upper: Int, _ elements: [Element]) {
            precondition(lower >= 0 && lower <= upper)
            var result: [Element] = []
            for index in 0..<lower { result.append(self[index]) }
            result.append(contentsOf: elements)
            for index in upper..<count { result.append(self[index]) }
            self = result
        }

        mutating func replaceSubrange(_ range: Range<Int>, with elements: __owned some Collection<Element>) {
            splice(range.lowerBound, range.upperBound, Array(elements))
        }

        mutating func removeSubrange(_ range: Range<Int>) { splice(range.lowerBound, range.upperBound, []) }

        mutating func removeSubrange(_ range: PartialRangeFrom<Int>) { splice(range.lowerBound, count, []) }

        mutating func insert(_ element: __owned Element, at index: Int) { splice(index, index, [element]) }

        mutating func remove(at index: Int) -> Element {
            let element = self[index]
            splice(index, index + 1, [])
            return element
        }

        mutating func removeFirst() { splice(0, 1, []) }

        mutating func removeAll(keepingCapacity: Bool = false) { self = [] }

        mutating func removeAll(where isMeant: (Element) -> Bool) {
            var kept: [Element] = []
            for element in self where !isMeant(element) { kept.append(element) }
            self = kept
        }

        mutating func reserveCapacity(_ capacity: Int) {}

        func map<Result>(_ transform: (Element) -> Result) -> [Result] {
            var result: [Result] = []
            for element in self { result.append(transform(element)) }
            return result
        }

        static func += (left: inout [Element], right: [Element]) { left.append(contentsOf: right) }

        static func + (left: [Element], right: [Element]) -> [Element] {
            var result = left
            result.append(contentsOf: right)
            return result
        }
    }

    public extension Range where Bound == Int {
        var count: Int { upperBound &- lowerBound }

        @inline(never)
        func overlaps(_ other: Range<Int>) -> Bool {
            Swift.max(lowerBound, other.lowerBound) < Swift.min(upperBound, other.upperBound)
        }

        @inline(never)
        func clamped(to limits: Range<Int>) -> Range<Int> {
            let lower = Swift.min(Swift.max(lowerBound, limits.lowerBound), limits.upperBound)
            return lower..<Swift.max(lower, Swift.min(upperBound, limits.upperBound))
        }

        func prefix(_ length: Int) -> Range<Int> { lowerBound..<lowerBound + Swift.min(length, count) }
        func suffix(_ length: Int) -> Range<Int> { upperBound - Swift.min(length, count)..<upperBound }
        func dropFirst(_ length: Int) -> Range<Int> { lowerBound + Swift.min(length, count)..<upperBound }
        func dropLast(_ length: Int) -> Range<Int> { lowerBound..<upperBound - Swift.min(length, count) }
    }

    public func max<Value: Comparable>(_ first: Value, _ second: Value, _ third: Value) -> Value {
        max(max(first, second), third)
    }

    public func min<Value: Comparable>(_ first: Value, _ second: Value, _ third: Value) -> Value {
        min(min(first, second), third)
    }
#endif
