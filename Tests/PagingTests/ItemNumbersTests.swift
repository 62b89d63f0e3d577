import Foundation
import Testing

@testable import Paging

/// Identifiers become numbers and back; what a snapshot holds keeps its number.
@Suite struct ItemNumbersTests {
    @Test func `Integers of every width are their own numbers, and come back as they were`() {
        func check<ID: FixedWidthInteger>(_ type: ID.Type, isOwn: Bool = true) {
            let numbers = TypedItemNumbers<ID, ID> { $0 }
            #expect(numbers.areIntegers == isOwn)
            for id in [ID.min, ID.max, 0, 1, ID.max / 2 + 1] {
                let number = numbers.intern([id]).numbers[0]
                #expect(numbers.hold([id]) == [number])
                #expect(numbers.id(of: number) == id)
                #expect(numbers.number(ofID: id) == number)
            }
            #expect(numbers.numbers.isEmpty == isOwn)
        }
        check(Int.self)
        check(UInt.self)
        check(Int64.self)
        check(UInt64.self)
        check(Int32.self)
        check(UInt32.self)
        check(Int16.self, isOwn: false)
        check(UInt8.self, isOwn: false)
    }

    @Test func `A number that a snapshot holds is not given to another`() {
        let numbers = TypedItemNumbers<String, String> { $0 }
        let loaded = numbers.intern(["a", "b"]).numbers
        let held = numbers.hold(["b", "c"])
        numbers.release("a")
        numbers.release("b")
        #expect(numbers.number(of: "a") == nil)
        #expect(numbers.number(of: "b") == loaded[1])
        #expect(numbers.id(of: held[1]) == "c")
        #expect(numbers.intern(["d"]).numbers == [loaded[0]])
        numbers.releaseAll()
        #expect(Set(numbers.numbers.keys) == ["b", "c"])

        // The next snapshot names other items; one of those that went is loaded.
        numbers.beginHolding()
        let next = numbers.hold(["c", "e"])
        #expect(next[0] == held[1])
        numbers.releaseHeld { $0 == loaded[1] }
        #expect(Set(numbers.numbers.keys) == ["b", "c", "e"])
        numbers.release("b")
        #expect(Set(numbers.numbers.keys) == ["c", "e"])
        numbers.beginHolding()
        numbers.releaseHeld { _ in false }
        #expect(numbers.numbers.isEmpty)
    }

    @Test func `A million integers of a snapshot are not copied`() {
        let numbers = TypedItemNumbers<Int, Int> { $0 }
        let ids = Array(0..<1_000_000)
        let held = numbers.hold(ids)
        let isSame = ids.withUnsafeBufferPointer { one in
            held.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
        }
        #expect(isSame)
    }
}
