import { Skeleton } from '../ui/skeleton.tsx'

export const TILES_GRID = 'grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4'

/** A placeholder in the shape of a member's own lots. What is below waits for them (`home-start.tsx`), because it would move. */
export function MemberHomeSkeleton() {
  return (
    <div data-awaiting className="py-5">
      <Skeleton className="mb-1 h-11 w-40" />
      <div className={TILES_GRID}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index}>
            <Skeleton className="aspect-3/2 w-full" />
            <Skeleton className="mt-2 h-24" />
          </div>
        ))}
      </div>
    </div>
  )
}
