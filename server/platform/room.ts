import type { FastifyInstance } from 'fastify'
import type { House } from './house.ts'

/** What a room does beside answering requests. */
export type RoomHandle = {
  /** After migrations, before the first request is taken. */
  beforeListen?(): Promise<void>
  /** Before the database goes; requests have been drained. */
  stop?(): Promise<void>
}

/** A room of the server: accounts, membership, …, in the order of the bidder's journey. */
export type Room = {
  name: string
  setUp(app: FastifyInstance, house: House): Promise<RoomHandle | void> | RoomHandle | void
}
