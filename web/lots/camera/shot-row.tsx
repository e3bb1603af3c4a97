import { useEffect, useId, useState } from 'react'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import type { ShotSlot } from '#contract/lots/photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { wordsOf } from '../gallery/photo-words.ts'
import type { Shot } from './use-camera.ts'
import { formatShare } from '#web/platform/money.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Actions = { onTake: (content: Blob) => void; onRetry: (key: string) => void; onRemove: (key: string) => void }

/** One view of the shot list: what is uploaded, what is on its way, and the camera. */
export function ShotRow({
  slot,
  isNext,
  uploaded,
  shots,
  ...actions
}: Actions & {
  slot: ShotSlot
  /** The first of the list that isn't taken yet. */
  isNext: boolean
  uploaded: readonly VehiclePhoto[]
  shots: readonly Shot[]
}) {
  const name = nameOf(slot)
  // The list of the server shows it from its next answer on.
  const onTheWay = shots.filter(({ state }) => state !== 'sent')
  const count = Math.max(uploaded.length, shots.length - onTheWay.length)
  const latest = onTheWay.at(-1)
  return (
    <li className="flex items-start gap-3 border-t border-line py-3">
      <Thumbnail content={latest?.content ?? null} url={uploaded.at(-1)?.url ?? null} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        {count === 0 && onTheWay.length === 0 ? <p className="text-sm text-slate">{t`Not taken`}</p> : null}
        {count === 0 ? null : (
          <p className="text-sm text-leading">{count === 1 ? t`Uploaded` : t`${count} uploaded`}</p>
        )}
        {uploaded.some(({ state }) => state === 'failed') ? (
          <p className="text-sm text-outbid">{t`One can’t be shown. See the photos page.`}</p>
        ) : null}
        {onTheWay.map((shot) => (
          <ShotState key={shot.key} shot={shot} name={name} {...actions} />
        ))}
      </div>
      <TakeButton
        name={name}
        words={count + onTheWay.length === 0 ? t`Take` : t`Add`}
        isNext={isNext}
        onTake={actions.onTake}
      />
    </li>
  )
}

function nameOf(slot: ShotSlot): string {
  const words = wordsOf(slot)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function ShotState({ shot, name, onRetry, onRemove }: Omit<Actions, 'onTake'> & { shot: Shot; name: string }) {
  if (shot.state !== 'failed') return <p className="tabular text-sm text-slate">{stateWords(shot)}</p>
  return (
    <div role="alert" className="text-sm">
      <p className="font-semibold text-outbid">{t`Not uploaded`}</p>
      <p>{shot.message}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => onRetry(shot.key)}>
          <Trans>
            Try again<span className="sr-only">: {name}</span>
          </Trans>
        </Button>
        <Danger>
          <Button variant="outline" size="sm" onClick={() => onRemove(shot.key)}>
            <Trans>
              Delete<span className="sr-only">: {name}</span>
            </Trans>
          </Button>
        </Danger>
      </div>
    </div>
  )
}

function stateWords({ state, share, isKept }: Shot): string {
  if (state === 'saving') return t`Saving on this device`
  const percent = formatShare(Math.round(share * 100) * 100)
  if (state === 'sending') return t`Uploading, ${percent}`
  return isKept ? t`Waiting on this device` : t`Waiting, only in this page`
}

/** Opens the phone's camera; on a computer, the choice of a file. */
function TakeButton({
  name,
  words,
  isNext,
  onTake,
}: {
  name: string
  words: string
  isNext: boolean
  onTake: (content: Blob) => void
}) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`inline-flex min-h-11 shrink-0 cursor-pointer items-center rounded-md border px-4 font-semibold focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink ${
        isNext ? 'border-plate bg-plate text-plate-ink' : 'border-edge bg-paper text-ink'
      }`}
    >
      {words}
      <span className="sr-only">: {name}</span>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={({ target }) => {
          const [content] = target.files ?? []
          if (content !== undefined) onTake(content)
          target.value = ''
        }}
      />
    </label>
  )
}

function Thumbnail({ content, url }: { content: Blob | null; url: string | null }) {
  const [local, setLocal] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  useEffect(() => {
    if (content === null) return setLocal(null)
    const made = URL.createObjectURL(content)
    setLocal(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  const shown = local ?? url
  return (
    <span className="block size-14 shrink-0 overflow-hidden rounded-sm bg-fog">
      {shown === null || shown === broken ? null : (
        <img src={shown} alt="" className="size-full object-cover" onError={() => setBroken(shown)} />
      )}
    </span>
  )
}
