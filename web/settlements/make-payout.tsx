import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { listPayouts, makePayout, PAYOUT_FORMAT_WORDS, type PayoutBatch } from '#contract/settlements/payouts.ts'
import { listStatements, type StatementRow } from '#contract/settlements/statements.ts'
import { paths } from '#web/paths.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { locale } from '#web/platform/language/language.ts'

type Format = PayoutBatch['format']

/** Chooses the file for the bank, and makes the batch. */
export function MakePayout({ statements, onClose }: { statements: StatementRow[]; onClose: () => void }) {
  const client = useQueryClient()
  const [, go] = useLocation()
  const [id] = useState(() => crypto.randomUUID())
  const currency = statements[0]?.currency ?? 'USD'
  const [format, setFormat] = useState<Format>(currency === 'EUR' ? 'sepa' : currency === 'USD' ? 'nacha' : 'csv')
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    await call(makePayout, { body: { id, format, statementIds: statements.map((statement) => statement.id) } })
    void client.invalidateQueries({ queryKey: [listStatements.path] })
    void client.invalidateQueries({ queryKey: [listPayouts.path] })
    go(paths.adminPage(`payouts/${id}`))
  })
  return (
    <Dialog
      onClose={onClose}
      title={t`Make payout`}
      description={t`A payout can’t be changed once it’s made, only canceled until it’s paid. What a seller owes us is taken off.`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 flex flex-col gap-4">
        {failure === null ? null : <RequestFailed title={t`No payout was made`} failure={failure} />}
        <p className="tabular">
          {plural(statements.length, { one: '# statement', other: '# statements' })}, {sumWords(statements)}
        </p>
        <Field label={t`File for the bank`}>
          <Select value={format} onChange={(event) => setFormat(event.target.value as Format)}>
            <Options of={Object.entries(PAYOUT_FORMAT_WORDS).map(([value, words]) => [value, translated(words)])} />
          </Select>
        </Field>
        <DialogSubmit busy={busy}>{busy ? t`Making payout` : t`Make payout`}</DialogSubmit>
      </form>
    </Dialog>
  )
}

function sumWords(statements: StatementRow[]): string {
  const sums = new Map<string, number>()
  for (const { currency, net } of statements) sums.set(currency, (sums.get(currency) ?? 0) + net)
  return new Intl.ListFormat(locale).format([...sums].map(([currency, sum]) => formatExactMoney(sum, currency)))
}
