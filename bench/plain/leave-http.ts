/** A stream stays a response of HTTP. */
export async function leaveHttp(): Promise<boolean> {
  return false
}
