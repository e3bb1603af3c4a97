import type { FastifyInstance } from 'fastify'
import {
  cancelSettingPlan,
  changeSettings as changeEndpoint,
  planSettings as planEndpoint,
  previewSettings as previewEndpoint,
  readSettings as readEndpoint,
} from '#contract/invoices/company-settings.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import { cancelPlan, planSettings } from './plan-settings.ts'
import { previewSettings } from './preview-settings.ts'

/** The company's money settings, for the owner. */
export function settingsRoutes(http: FastifyInstance, app: App): void {
  serve(http, readEndpoint, () => readSettings(app))
  serve(http, previewEndpoint, ({ body }) => previewSettings(app, body))
  serve(http, planEndpoint, ({ body, person }) => planSettings(app, person, body))
  serve(http, cancelSettingPlan, ({ params, person }) => cancelPlan(app, person, params.planId))
  serve(http, changeEndpoint, ({ body, person }) => changeSettings(app, person, body))
}
