/** A destination with a fixed number of connections, each with one request at a time. */
export type Target = {
  connections: number
  /** Resolves when the connection has its answer. The target itself records wrong answers. */
  send(connection: number): Promise<unknown>
  close(): void
}
