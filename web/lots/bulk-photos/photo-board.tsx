import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'wouter'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { photoWords } from '../photos/photo-count.ts'
import type { Upload } from '../photos/upload-queue.ts'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import type { PathFile } from './match-photos.ts'
import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Reasoned = PathFile & { reason: string }

/** Photos whose lot a person has to choose, or that aren't wanted. */
export function Unmatched({
  files,
  lots,
  onAssign,
}: {
  files: readonly Reasoned[]
  lots: readonly EnteredLot[]
  onAssign: (files: readonly PathFile[], vehicleId: string | null) => void
}) {
  const [chosen, setChosen] = useState<ReadonlySet<Reasoned>>(new Set())
  const [vehicleId, setVehicleId] = useState('')
  if (files.length === 0) return null
  const ticked = files.filter((one) => chosen.has(one))
  const toggle = (one: Reasoned) => {
    const next = new Set(chosen)
    if (!next.delete(one)) next.add(one)
    setChosen(next)
  }
  const assign = (to: string | null) => {
    onAssign(ticked, to)
    setChosen(new Set())
  }
  return (
    <section aria-labelledby="unmatched" className="mt-8">
      <h2 id="unmatched" className="text-lg">{t`Not matched (${files.length})`}</h2>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <div className="w-full max-w-80">
          <Field label={t`Lot`}>
            <Select value={vehicleId} onChange={({ target }) => setVehicleId(target.value)}>
              <option value="">{t`Choose a lot`}</option>
              <Options of={lots.map((lot) => [lot.vehicleId, t`Lot ${lot.lotNumber}, ${lot.title}`])} />
            </Select>
          </Field>
        </div>
        <Button
          aria-disabled={ticked.length === 0 || vehicleId === ''}
          onClick={() => (vehicleId === '' ? undefined : assign(vehicleId))}
        >{t`Assign ${plural(ticked.length, { one: '# photo', other: '# photos' })}`}</Button>
        <Button
          variant="outline"
          aria-disabled={ticked.length === 0}
          onClick={() => assign(null)}
        >{t`Leave out`}</Button>
        <Button variant="ghost" onClick={() => setChosen(new Set(ticked.length === files.length ? [] : files))}>
          {ticked.length === files.length ? t`Select none` : t`Select all`}
        </Button>
      </div>
      <ul className="mt-3 max-h-80 overflow-y-auto border-y border-line">
        {files.map((one) => (
          <Choice key={one.path} one={one} isChosen={chosen.has(one)} onChoose={() => toggle(one)} />
        ))}
      </ul>
    </section>
  )
}

function Choice({ one, isChosen, onChoose }: { one: Reasoned; isChosen: boolean; onChoose: () => void }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-ink" checked={isChosen} onChange={onChoose} />
        <span className="min-w-0 wrap-anywhere">
          {one.path}
          <span className="block text-sm text-slate">{one.reason}</span>
        </span>
      </label>
    </li>
  )
}

/** Every lot with the photos it has, those on their way, and what is missing; the ones without photos come first. */
export function LotBoard({
  lots,
  uploads,
  onRetry,
}: {
  lots: readonly EnteredLot[]
  uploads: readonly Upload[]
  onRetry: (key: string) => void
}) {
  const of = ({ vehicleId }: EnteredLot) => uploads.filter((upload) => upload.vehicleId === vehicleId)
  const missing = lots.filter((lot) => lot.photoCount === 0 && of(lot).length === 0)
  const rest = lots.filter((lot) => !missing.includes(lot))
  return (
    <section aria-labelledby="board" className="mt-8">
      <h2 id="board" className="text-lg">{t`Lots`}</h2>
      <p role="status" className="tabular mt-1 text-sm text-slate">
        {missing.length === 0
          ? t`Every lot has photos.`
          : plural(missing.length, {
              one: `# of ${lots.length} lots has no photos.`,
              other: `# of ${lots.length} lots have no photos.`,
            })}
      </p>
      <div className="mt-3">
        <Table caption={t`Photos by lot`} dense stacks>
          <Heads of={[{ right: t`Lot` }, t`Vehicle`, t`Photos`, t`Uploads`]} />
          <tbody>
            {[...missing, ...rest].map((lot) => (
              <tr key={lot.id}>
                <td className="text-right">{lot.lotNumber}</td>
                <td data-head="" className="sm:min-w-48">
                  <RowLink href={paths.adminPage(`photos/${lot.vehicleId}`)}>{lot.title}</RowLink>
                  <span className="block text-slate">
                    {[lot.stockNumber, lot.vin].filter((part) => part !== null).join(' · ')}
                  </span>
                </td>
                <td className={clsx('whitespace-nowrap', lot.photoCount === 0 && 'font-semibold text-outbid')}>
                  {photoWords(lot)}
                  <Link
                    href={paths.adminPage(`photos/${lot.vehicleId}/camera`)}
                    className="flex min-h-9 items-center font-normal text-link pointer-coarse:min-h-11"
                  >
                    <Trans>
                      Take photos<span className="sr-only"> of lot {lot.lotNumber}</span>
                    </Trans>
                  </Link>
                </td>
                <td>
                  <Uploads uploads={of(lot)} onRetry={onRetry} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

function Uploads({ uploads, onRetry }: { uploads: readonly Upload[]; onRetry: (key: string) => void }) {
  if (uploads.length === 0) return '–'
  const sent = uploads.filter(({ state }) => state === 'sent').length
  const failed = uploads.filter(({ state }) => state === 'failed')
  return (
    <>
      <span className="tabular">{t`${sent} of ${uploads.length} uploaded`}</span>
      {failed.map(({ key, name, message }) => (
        <span key={key} className="block">
          <span className="font-semibold text-outbid">
            {name}: {message}
          </span>{' '}
          <Button variant="outline" size="sm" onClick={() => onRetry(key)}>
            <Trans>
              Try again<span className="sr-only">: {name}</span>
            </Trans>
          </Button>
        </span>
      ))}
    </>
  )
}
