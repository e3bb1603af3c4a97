import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ComponentProps, useState } from 'react'
import { type EnteredLot, orderRunList, readRunList, removeLot } from '#contract/lots/lot-entry.ts'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import { LOT_STATE_WORDS } from '#contract/lots/vehicles.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { LotEntry } from './lot-entry-form.tsx'
import { guideWords } from '../guide-words.ts'
import { photoWords } from '../photos/photo-count.ts'
import { moveWords } from '../move-words.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** The lots of an auction in order. Unpublished ones are moved by dragging, by the keyboard, or by two buttons. */
export function RunListEditor({ auction, lots }: { auction: StaffAuction; lots: readonly EnteredLot[] }) {
  const [edited, setEdited] = useState<EnteredLot | 'new' | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const fixed = lots.filter(({ isPublished }) => isPublished)
  const open = lots.filter(({ isPublished }) => !isPublished)
  const { order, remove } = useRunListActions(auction.id, fixed, open)
  const move = (from: number, to: number) => {
    if (to >= 0 && to < open.length && from !== to) order.mutate(arrayMove([...open], from, to).map(({ id }) => id))
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over === null) return
    const at = (id: unknown) => open.findIndex((lot) => lot.id === id)
    move(at(active.id), at(over.id))
  }
  const accessibility = moveWords(open.map(({ id }) => id))
  return (
    <>
      {lots.length === 0 ? (
        <div className="mt-4">
          <EmptyState title={t`No lots yet`}>{t`Add a vehicle here, or import a list into this auction.`}</EmptyState>
        </div>
      ) : (
        <>
          {open.length === 0 ? null : <Selected {...{ auction, open, chosen }} choose={setChosen} />}
          <DndContext {...{ sensors, onDragEnd, accessibility }} collisionDetection={closestCenter}>
            <SortableContext items={open.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
              <ol className="mt-4 border-b border-line">
                {fixed.map((lot) => (
                  <li key={lot.id} className="border-t border-line py-2">
                    <LotWords lot={lot} currency={auction.currency} />
                  </li>
                ))}
                {open.map((lot, index) => (
                  <OpenLot
                    key={lot.id}
                    lot={lot}
                    currency={auction.currency}
                    isChosen={chosen.has(lot.id)}
                    onChoose={() => setChosen(toggled(chosen, lot.id))}
                    isFirst={index === 0}
                    isLast={index === open.length - 1}
                    onUp={() => move(index, index - 1)}
                    onDown={() => move(index, index + 1)}
                    onEdit={() => setEdited(lot)}
                    onRemove={() => remove(lot.id)}
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
        </>
      )}
      {auction.state === 'ended' || auction.state === 'canceled' ? null : (
        <Button variant="outline" className="mt-4" onClick={() => setEdited('new')}>{t`Add vehicle`}</Button>
      )}
      {edited === null ? null : <LotEntry auction={auction} lot={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What can be done with the selected lots. */
function Selected({
  auction,
  open,
  chosen,
  choose,
}: {
  auction: StaffAuction
  open: readonly EnteredLot[]
  chosen: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
}) {
  const [isEditing, setIsEditing] = useState(false)
  const lots = open.filter(({ id }) => chosen.has(id))
  const isAll = lots.length === open.length
  const onClose = (isDone: boolean) => {
    setIsEditing(false)
    if (isDone) choose(new Set())
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button variant="outline" size="sm" onClick={() => choose(new Set(isAll ? [] : open.map(({ id }) => id)))}>
        {isAll ? t`Select none` : t`Select all`}
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={lots.length === 0}
        onClick={() => (lots.length === 0 ? undefined : setIsEditing(true))}
      >{t`Edit selected (${lots.length})`}</Button>
      {isEditing ? <BulkEdit auction={auction} lots={lots} onClose={onClose} /> : null}
    </div>
  )
}

/** The serial number of a VIN: what people on the lot read out. */
const VIN_TAIL = 6

function LotWords({ lot, currency }: { lot: EnteredLot; currency: string }) {
  const identity = [
    t`Lot ${lot.lotNumber}`,
    lot.stockNumber === null ? null : t`stock ${lot.stockNumber}`,
    lot.vin === null ? null : t`VIN …${lot.vin.slice(-VIN_TAIL)}`,
  ].filter((part) => part !== null)
  const terms = [
    t`opens at ${formatMoney(lot.openingBid, currency)}`,
    lot.reserve === null ? t`no reserve` : t`reserve ${formatMoney(lot.reserve, currency)}`,
    lot.buyNow === null ? null : t`buy now ${formatMoney(lot.buyNow, currency)}`,
    lot.guide === null ? null : t`guide ${guideWords(lot.guide, currency)}`,
    lot.costs === null ? null : t`own premium or tax`,
    lot.consignor === null ? lot.sellerEmail : `${lot.consignor.name} (${lot.consignor.code})`,
    lot.photoCount === 0 || lot.photoCount < lot.photosExpected ? photoWords(lot) : null,
    lot.state === 'entered' ? null : translated(LOT_STATE_WORDS[lot.state]),
  ].filter((part) => part !== null)
  return (
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">
        <span className="tabular text-slate">{lot.position}.</span> {lot.title}
      </span>
      <span className="tabular block text-sm text-slate">{identity.join(' · ')}</span>
      <span className="tabular block text-sm text-slate">{terms.join(' · ')}</span>
    </span>
  )
}

function OpenLot({
  lot,
  currency,
  isChosen,
  onChoose,
  isFirst,
  isLast,
  onUp,
  onDown,
  onEdit,
  onRemove,
}: {
  lot: EnteredLot
  currency: string
  isChosen: boolean
  onChoose: () => void
  isFirst: boolean
  isLast: boolean
  onUp: () => void
  onDown: () => void
  onEdit: () => void
  onRemove: () => Promise<void>
}) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: lot.id,
    attributes: { roleDescription: t`sortable` },
  })
  return (
    <li
      ref={setNodeRef}
      // Set through the CSS object model, which the content security policy allows.
      style={{ transform: transform === null ? undefined : `translateY(${transform.y}px)`, transition }}
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper py-2',
        isDragging && 'relative z-10 outline outline-edge',
      )}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={t`Move ${lot.title}: space, then arrows`}
        className="flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-slate hover:bg-fog"
      >
        <span aria-hidden="true">⋮⋮</span>
      </button>
      <label className="inline-flex min-h-9 min-w-9 items-center justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11">
        <input type="checkbox" className="size-4 accent-ink" checked={isChosen} onChange={onChoose} />
        <span className="sr-only">{t`Select ${lot.title}`}</span>
      </label>
      <LotWords lot={lot} currency={currency} />
      <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-14">
        <RowButton words={t`Move up`} title={lot.title} aria-disabled={isFirst} onClick={onUp} />
        <RowButton words={t`Move down`} title={lot.title} aria-disabled={isLast} onClick={onDown} />
        <RowButton words={t`Terms`} title={lot.title} onClick={onEdit} />
        <Danger>
          <RemoveLot lot={lot} onRemove={onRemove} />
        </Danger>
      </span>
    </li>
  )
}

function RowButton({ words, title, ...button }: { words: string; title: string } & ComponentProps<typeof Button>) {
  return (
    <Button variant="outline" size="sm" {...button}>
      {words}
      <span className="sr-only"> {title}</span>
    </Button>
  )
}

function RemoveLot({ lot: { lotNumber, title }, onRemove }: { lot: EnteredLot; onRemove: () => Promise<void> }) {
  return (
    <ConfirmedAction
      label={
        <Trans>
          Remove<span className="sr-only"> {title}</span>
        </Trans>
      }
      title={t`Remove lot ${lotNumber}?`}
      words={t`${title} leaves the run list and stays in stock. The lot’s terms are deleted; you can’t undo this.`}
      action={t`Remove lot`}
      failed={t`We couldn’t remove the lot`}
      variant="destructive"
      onAction={onRemove}
    />
  )
}

/** Optimistic changes to a run list, corrected by the server's answer. */
function useRunListActions(auctionId: string, fixed: readonly EnteredLot[], open: readonly EnteredLot[]) {
  const client = useQueryClient()
  const key = [readRunList.path, auctionId]
  const order = useMutation({
    mutationFn: (lotIds: string[]) => call(orderRunList, { params: { auctionId }, body: { lotIds } }),
    // The new order is shown immediately; a refusal restores the old one.
    onMutate: (lotIds) => {
      const before = client.getQueryData(key)
      const moved = lotIds.flatMap((id, index) => {
        const lot = open.find((one) => one.id === id)
        return lot === undefined ? [] : [{ ...lot, position: open[index]?.position ?? lot.position }]
      })
      client.setQueryData(key, { items: [...fixed, ...moved] })
      return before
    },
    onSuccess: (list) => client.setQueryData(key, list),
    onError: (failure, _lotIds, before) => {
      client.setQueryData(key, before)
      toast({ title: t`We couldn’t save the order`, description: failureMessage(failure), variant: 'destructive' })
      void client.invalidateQueries({ queryKey: key })
    },
  })
  const remove = async (lotId: string) => {
    try {
      await call(removeLot, { params: { lotId } })
    } finally {
      await client.invalidateQueries({ queryKey: key })
    }
  }
  return { order, remove }
}
