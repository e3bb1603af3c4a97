import { BackLink } from '#web/ui/back-link.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { readStaffAuction } from '#contract/auctions/auction-entry.ts'
import { type EnteredLot, readRunList } from '#contract/lots/lot-entry.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { createUploadQueue, type Upload, type UploadQueue } from '../photos/upload-queue.ts'
import { chosenFiles, droppedFiles } from './dropped-files.ts'
import { matchPhotos, type PathFile } from './match-photos.ts'
import { LotBoard, Unmatched } from './photo-board.tsx'
import { useRead } from '#web/platform/use-read.ts'
import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** The photos of a whole auction: dropped together, each finds its lot by its name. */
export default function AdminAuctionPhotos({ auctionId }: { auctionId: string }) {
  const params = { auctionId }
  const auction = useRead(readStaffAuction, { params })
  const lots = useRead(readRunList, { params })
  return (
    <>
      <BackLink href={paths.adminPage(`auctions/${auctionId}/plan`)}>{auction.data?.title ?? t`Auction`}</BackLink>
      <h1 className="mt-1 text-xl">{t`Auction photos`}</h1>
      {lots.data === undefined ? (
        lots.error === null ? (
          <Skeleton className="mt-6 h-96" />
        ) : (
          <div className="mt-6">
            <RequestFailed title={t`We couldn’t load the run list`} failure={lots.error} />
          </div>
        )
      ) : lots.data.items.length === 0 ? (
        <div className="mt-6">
          <EmptyState title={t`No lots yet`}>{t`Add lots to the run list first.`}</EmptyState>
        </div>
      ) : (
        <Photos auctionId={auctionId} lots={lots.data.items} />
      )}
    </>
  )
}

function Photos({ auctionId, lots }: { auctionId: string; lots: readonly EnteredLot[] }) {
  const client = useQueryClient()
  const [unmatched, setUnmatched] = useState<(PathFile & { reason: string })[]>([])
  const [others, setOthers] = useState<readonly string[]>([])
  const { uploads, queue } = useBulkUploads(
    () => void client.invalidateQueries({ queryKey: [readRunList.path, auctionId] }),
  )
  const take = (files: readonly PathFile[]) => {
    const match = matchPhotos(files, lots)
    for (const { id, vehicleId } of lots) {
      queue?.add(
        vehicleId,
        (match.byLot.get(id) ?? []).map(({ file }) => file),
      )
    }
    setUnmatched([...unmatched, ...match.unmatched])
    setOthers(match.others)
  }
  const assign = (chosen: readonly PathFile[], vehicleId: string | null) => {
    if (vehicleId !== null)
      queue?.add(
        vehicleId,
        chosen.map(({ file }) => file),
      )
    setUnmatched(unmatched.filter((one) => !chosen.includes(one)))
  }
  const { left, failed, sent } = countsOf(uploads)
  useLeaveWarning(left > 0)
  return (
    <>
      <Drop onFiles={take} />
      <Others names={others} />
      {uploads.length === 0 ? null : (
        <div className="mt-6 max-w-[44rem]">
          <p role="status" className="tabular text-sm font-semibold">
            <Progress {...{ sent, failed, left }} total={uploads.length} />
          </p>
          <progress
            aria-label={t`Uploaded photos`}
            value={sent + failed}
            max={uploads.length}
            className="mt-1 h-2 w-full accent-ink"
          />
        </div>
      )}
      <Unmatched files={unmatched} lots={lots} onAssign={assign} />
      <LotBoard lots={lots} uploads={uploads} onRetry={(key) => queue?.retry(key)} />
    </>
  )
}

function Progress({ sent, failed, left, total }: { sent: number; failed: number; left: number; total: number }) {
  if (failed === 0) return left === 0 ? t`${sent} done` : t`Uploading: ${sent} of ${total} done`
  return left === 0 ? (
    <Trans>
      {sent} done<span className="text-outbid">, {failed} failed</span>
    </Trans>
  ) : (
    <Trans>
      Uploading: {sent} of {total} done<span className="text-outbid">, {failed} failed</span>
    </Trans>
  )
}

/** `left`: on their way, or paused until the connection is back. */
function countsOf(uploads: readonly Upload[]) {
  const sent = uploads.filter(({ state }) => state === 'sent').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  return { sent, failed, left: uploads.length - sent - failed }
}

const OTHERS_SHOWN = 5

/** Files of the last drop that are left out. */
function Others({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const [first, more] = [names.slice(0, OTHERS_SHOWN).join(', '), names.length - OTHERS_SHOWN]
  const shown = more > 0 ? t`${first} and ${more} more` : first
  return (
    <p role="status" className="mt-3 max-w-[44rem] text-sm break-words text-slate">
      {plural(names.length, {
        one: `Left out, because it isn’t a photo: ${shown}. Use JPEG, PNG, WebP or HEIC.`,
        other: `Left out, because they aren’t photos: ${shown}. Use JPEG, PNG, WebP or HEIC.`,
      })}
    </p>
  )
}

function Drop({ onFiles }: { onFiles: (files: readonly PathFile[]) => void }) {
  const [isOver, setIsOver] = useState(false)
  const [files, folder] = [useId(), useId()]
  const button =
    'inline-flex min-h-11 cursor-pointer items-center rounded-md border border-edge bg-paper px-4 font-semibold focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink'
  const input = (id: string, own: object) => (
    <input
      id={id}
      type="file"
      multiple
      className="sr-only"
      {...own}
      onChange={({ target }) => {
        onFiles(chosenFiles(target.files ?? []))
        target.value = ''
      }}
    />
  )
  return (
    <section
      aria-label={t`Add photos`}
      className={`mt-4 rounded-md border-2 border-dashed p-6 text-center ${isOver ? 'border-ink bg-fog' : 'border-edge'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        void droppedFiles(event.dataTransfer).then(onFiles)
      }}
    >
      <p className="text-base font-semibold">{t`Drop photos or folders here`}</p>
      <p className="mx-auto mt-1 max-w-prose text-sm text-slate">{t`Each photo finds its lot by the stock number, VIN or lot number in its name or its folder’s, in the order of the numbers in the names. If an upload stops, drop the same folder again: photos that arrived aren’t added twice. There’s no undo for all of them; you can delete each photo on its vehicle’s page.`}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <label htmlFor={files} className={button}>
          {t`Choose photos`}
          {input(files, { accept: 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif' })}
        </label>
        <label htmlFor={folder} className={button}>
          {t`Choose folder`}
          {input(folder, { webkitdirectory: '' })}
        </label>
      </div>
    </section>
  )
}

/** Pending uploads of all vehicles; they are aborted when the page is left. The run list is reloaded once all have arrived. */
function useBulkUploads(onEnd: () => void): { uploads: Upload[]; queue: UploadQueue | null } {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [queue, setQueue] = useState<UploadQueue | null>(null)
  const isDone = useMemo(
    () => uploads.length > 0 && uploads.every(({ state }) => state === 'sent' || state === 'failed'),
    [uploads],
  )
  useEffect(() => {
    const made = createUploadQueue({ onChange: setUploads, onSent: () => undefined, inOrder: true })
    setQueue(made)
    return () => made.stop()
  }, [])
  useEffect(() => {
    if (isDone) onEnd()
    // `onEnd` only reads again, whichever of them is called.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDone])
  return { uploads, queue }
}

/** The browser asks before the page is left while photos are on their way. */
function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}
