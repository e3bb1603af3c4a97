import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Config } from '../config/config.ts'

/** Whether an address belongs to one of our proxies, as configured in `TRUST_PROXY`. */
export function ourProxies(proxies: Config['trustProxy']): (address: string | undefined) => boolean {
  if (proxies === false) return () => false
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address = '') => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
