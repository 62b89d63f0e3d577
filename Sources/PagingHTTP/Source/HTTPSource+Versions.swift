import Foundation
public import Paging
public import PagingCore
import PagingWire

/// Asks if the list is still at a version.
extension HTTPSource: VersionedPageSource {
    /// Asks whether the list is still at a version: by `HEAD` where headers tell, else by a conditional `GET`.
    ///
    /// The request goes to the address that gave the version, with what it was named by then. A server that takes no `HEAD` is
    /// not asked so again. Where the version is in the body (``Dialect/version``), the body is what is asked for: it
    /// comes only where the page has changed. That a server says "not modified" is believed here; pages carry versions, and
    /// show where it was not so.
    ///
    /// - Throws: ``HTTPSourceError``; `CancellationError`; what the request hook throws.
    public func check(_ version: Version) async throws -> VersionCheck {
        let dialect = try await dialect(offering: { $0.version != nil || $0.validators == .list })
        let place = try state.withLock { $0.places.last { $0.version == version } } ?? place(of: version, in: dialect)
        let conditions = place.validators.conditions
        if dialect.headersTellVersion, state.withLock(\.takesHead) {
            // Whatever HEAD is refused with, GET will show whether more than HEAD was meant.
            let refusals: Set<Int> = [400, 403, 404, 405, 501]
            let asking = HTTPClient.Asking(
                method: "HEAD", headers: conditions, accepted: conditions.isEmpty ? refusals : refusals.union([304]))
            let (answer, _) = try await client.answer(to: place.address, as: asking)
            if answer.status == 304 { return .unchanged }
            if refusals.contains(answer.status) {
                state.withLock { $0.takesHead = false }
            } else if let seen = AnswerFacts.version(ParsedNode(json: .null), answer.headers, dialect) {
                return seen == version ? .unchanged : .changed(seen)
            }
        }
        let asking = HTTPClient.Asking(headers: conditions, accepted: conditions.isEmpty ? [] : [304])
        let (answer, from) = try await client.answer(to: place.address, as: asking)
        if answer.status == 304 { return .unchanged }
        let seen: Version? = try shaped(from) { () throws(HTTPSourceError.Reason) in
            guard case .path = dialect.version else {
                return AnswerFacts.version(ParsedNode(json: .null), answer.headers, dialect)
            }
            let json = try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
            return AnswerFacts.version(ParsedNode(json: json), answer.headers, dialect)
        }
        return seen == version ? .unchanged : .changed(seen)
    }

    /// Takes note of what named a page's version, so that it can be asked about.
    func remember(_ version: Version?, _ headers: HTTPHeaders, from address: URL) {
        guard let version else { return }
        state.withLock { state in
            guard !state.places.contains(where: { $0.version == version }) else { return }
            if state.places.count >= HTTPLimits.versionsRemembered { state.places.removeFirst() }
            state.places.append(VersionPlace(version: version, address: address, validators: Validators(headers)))
        }
    }

    /// The address to ask about a version that no page of this source carried: one that was saved.
    private func place(of version: Version, in dialect: Dialect) throws -> VersionPlace {
        var parameters: [Query.Parameter] = []
        switch dialect.style {
        case .offset(let offset, _):
            parameters.append(Query.Parameter(offset.description, String(dialect.firstPosition)))
        case .page(let number, _, let first): parameters.append(Query.Parameter(number.description, String(first)))
        case .automatic, .cursor: break
        }
        if let size = dialect.sizeParameter { parameters.append(Query.Parameter(size.description, "1")) }
        var validators = Validators(HTTPHeaders())
        if dialect.version == nil { validators = Validators(version) }
        return VersionPlace(
            version: version, address: try address(url, parameters, in: dialect), validators: validators)
    }
}

/// A version, and the answer that named it.
struct VersionPlace: Sendable {
    let version: Version
    let address: URL
    let validators: Validators
}

extension Dialect {
    /// `true` if an answer's headers alone tell the list's version.
    fileprivate var headersTellVersion: Bool {
        switch version {
        case .path: false
        case .header: true
        case nil: validators == .list
        }
    }
}
