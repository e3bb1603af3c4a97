import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'

/** What a feature does beside answering requests. */
export type FeatureHandle = {
  /** After migrations, before the first request is taken. */
  beforeListen?(): Promise<void>
  /** Runs before the database is closed; requests have been drained. */
  stop?(): Promise<void>
}

/** A feature of the server: accounts, membership, …, in the order of the bidder's journey. */
export type Feature = {
  name: string
  setUp(http: FastifyInstance, app: App): Promise<FeatureHandle | void> | FeatureHandle | void
}
