import type { RequestError } from './request-error.ts'

/** What a person enters to prove again who they are. */
export type Proof = 'code' | 'password'

type Ask = (proof: Proof) => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** The page that can ask for a proof registers itself here, and unregisters with null. */
export function askForProofBy(by: Ask | null): void {
  ask = by
}

/**
 * Where a request was refused for lack of a fresh proof, asks the person for one; false: none is needed, no page can
 * ask, or they gave none. Simultaneous requests ask once.
 */
export async function proven({ code, details }: RequestError): Promise<boolean> {
  if (code !== 'factor-required' || ask === null) return false
  asking ??= ask(details['how'] === 'code' ? 'code' : 'password').finally(() => (asking = null))
  return asking
}
