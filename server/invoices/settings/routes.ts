import type { FastifyInstance } from 'fastify'
import {
  changeSettings as changeEndpoint,
  previewSettings as previewEndpoint,
  readSettings as readEndpoint,
} from '#contract/house-settings.ts'
import type { House } from '#server/platform/house.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import { previewSettings } from './preview-settings.ts'

/** The settings of the house about money, for the owner. */
export function settingsRoutes(app: FastifyInstance, house: House): void {
  serve(app, readEndpoint, () => readSettings(house))
  serve(app, previewEndpoint, ({ body }) => previewSettings(house, body))
  serve(app, changeEndpoint, ({ body, person }) => changeSettings(house, person, body))
}
