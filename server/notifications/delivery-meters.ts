import type { App } from '#server/platform/app.ts'
import { perApp } from '#server/platform/per-app.ts'
import type { Channel } from './kinds.ts'

/** `put-off`: will be retried. `given-up`: never will be. `too-late`: no longer useful. */
export type DeliveryOutcome = 'sent' | 'put-off' | 'given-up' | 'too-late'

const deliveries = perApp((app) =>
  app.meters.counter(
    'paddock_notice_deliveries_total',
    'Attempts to deliver a notice, by channel (page, mail, push) and outcome',
    ['channel', 'outcome'],
  ),
)

export function noteDelivery(app: App, channel: Channel, outcome: DeliveryOutcome): void {
  deliveries(app).inc({ channel, outcome })
}

/** Registers the metric before the first delivery. */
export function registerDeliveryMetrics(app: App): void {
  deliveries(app)
}
