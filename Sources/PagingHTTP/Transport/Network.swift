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
    /// `true` if an interface other than the loopback is up and has an address, or if the system cannot tell. Without one, no name server can be
    /// reached, so a "host not found" means that the device is offline.
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
