import { Button } from '#web/ui/button.tsx'

/** Forward by the list's cursor, back along the cursors that led here. */
export function Turning({
  cursors,
  next,
  onTurn,
}: {
  cursors: readonly string[]
  next: string | null
  onTurn: (cursors: readonly string[]) => void
}) {
  if (cursors.length === 0 && next === null) return null
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex gap-3">
      <Button variant="outline" disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
        Back
      </Button>
      <Button variant="outline" disabled={next === null} onClick={() => next !== null && onTurn([...cursors, next])}>
        Next
      </Button>
    </nav>
  )
}
