import { barrier } from '#contract/access.ts'
import { useUser } from '#web/platform/session.tsx'
import { FACET_NAMES } from './facet-words.ts'
import type { SearchAddress } from './search-address.ts'

/** Leaves only lots on which a bid of this person would be taken now; for those who can bid at all. */
export function BiddableChoice({ address }: { address: SearchAddress }) {
  const { user } = useUser()
  const chosen = address.get('biddable') === 'yes'
  if (!chosen && (user === null || barrier(user, 'complete') !== null)) return null
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line py-1 font-semibold">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-ink"
        checked={chosen}
        onChange={() => address.set({ biddable: chosen ? null : 'yes' })}
      />
      {FACET_NAMES.biddable}
    </label>
  )
}
