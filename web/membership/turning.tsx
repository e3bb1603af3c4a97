import { Button } from '#web/ui/button.tsx'

/** Back and forth in a list; nothing where all of it is on one page. */
export function Turning({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex items-center gap-3">
      <Button variant="outline" disabled={page <= 1} onClick={() => onTurn(Math.min(page - 1, pages))}>
        Back
      </Button>
      <span className="tabular">
        Page {page} of {pages}
      </span>
      <Button variant="outline" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
