import { paths } from '../paths.ts'

/** The address that a member passes on; whoever registers there is counted as recommended by him. */
export function referralLink(referralCode: string, origin: string = location.origin): string {
  return origin + paths.registerBy(referralCode)
}
