import { CountInput } from '#web/ui/number-inputs.tsx'
import { type Draft, ROW, Section } from './setting-section.tsx'
import { t } from '#web/platform/language/text.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

/** The clocks of new auctions, and how long a negotiation takes. */
export function TimesSection({ settings, set, faultOf }: Draft) {
  const { timed, live, negotiations } = settings
  return (
    <Section
      id="times"
      lead={t`New auctions start with these times; existing auctions keep theirs. A negotiation follows a lot that ends below its reserve.`}
    >
      <div className={ROW}>
        <CountInput
          label={t`Timed: late bid window (seconds)`}
          hint={t`A bid in this last part extends the lot.`}
          value={timed.extensionWindowMs / SECOND_MS}
          error={faultOf('timed')}
          onChange={(seconds) => set({ timed: { ...timed, extensionWindowMs: seconds * SECOND_MS } })}
        />
        <CountInput
          label={t`Timed: extension (seconds)`}
          value={timed.extensionMs / SECOND_MS}
          onChange={(seconds) => set({ timed: { ...timed, extensionMs: seconds * SECOND_MS } })}
        />
        <CountInput
          label={t`Live: time for the first bid (seconds)`}
          value={live.startMs / SECOND_MS}
          error={faultOf('live')}
          onChange={(seconds) => set({ live: { ...live, startMs: seconds * SECOND_MS } })}
        />
        <CountInput
          label={t`Live: time after each bid (seconds)`}
          value={live.extensionMs / SECOND_MS}
          onChange={(seconds) => set({ live: { ...live, extensionMs: seconds * SECOND_MS } })}
        />
        <CountInput
          label={t`Negotiation: high bid binding (hours)`}
          value={negotiations.boundMs / HOUR_MS}
          error={faultOf('negotiations')}
          onChange={(hours) => set({ negotiations: { ...negotiations, boundMs: hours * HOUR_MS } })}
        />
        <CountInput
          label={t`Negotiation: offers after that (hours)`}
          value={negotiations.freeMs / HOUR_MS}
          onChange={(hours) => set({ negotiations: { ...negotiations, freeMs: hours * HOUR_MS } })}
        />
        <CountInput
          label={t`Withdrawal after a correction (hours)`}
          hint={t`How long a high bidder may withdraw when important facts were corrected.`}
          value={settings.bidWithdrawalHours}
          error={faultOf('bidWithdrawalHours')}
          onChange={(bidWithdrawalHours) => set({ bidWithdrawalHours })}
        />
      </div>
    </Section>
  )
}

export function RetentionSection({ settings, set, faultOf }: Draft) {
  return (
    <Section id="retention" lead={t`The files are deleted this many days after the decision. The decision stays.`}>
      <div className={ROW}>
        <CountInput
          label={t`Keep files (days)`}
          value={settings.documentRetentionDays}
          error={faultOf('documentRetentionDays')}
          onChange={(documentRetentionDays) => set({ documentRetentionDays })}
        />
      </div>
    </Section>
  )
}
