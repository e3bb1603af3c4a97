/** Something to send to over a fixed number of connections, each with one request at a time. */
export type Target = {
  connections: number
  /** Resolves when the connection has its answer. What is wrong with the answer is for the target to remember. */
  send(connection: number): Promise<unknown>
  close(): void
}
