import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// This device's network.
enum Network {
    /// `true` if some interface besides the loopback is up and has an address: without one no name server can be asked, and a host
    /// that was not found was not looked for. True where the system does not say.
    static var isConnected: Bool {
        #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
            var first: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&first) == 0 else { return true }
            defer { freeifaddrs(first) }
            return sequence(first: first) { $0?.pointee.ifa_next }.contains { interface in
                guard let interface = interface?.pointee, let address = interface.ifa_addr else { return false }
                let flags = Int(interface.ifa_flags)
                let family = Int32(address.pointee.sa_family)
                return flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
                    && [AF_INET, AF_INET6].contains(family)
            }
        #else
            return true
        #endif
    }
}
