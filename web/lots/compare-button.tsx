import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { comparisonPath, toggleCompared, useComparedLots } from './comparison.ts'

/** Adds a lot to the comparison and takes it out again; for those who may see what is compared. */
export function CompareButton({ lotNumber, size = 'default' }: { lotNumber: number; size?: 'default' | 'sm' }) {
  const { user } = useUser()
  const compared = useComparedLots()
  if (barrier(user, 'complete') !== null) return null
  const isIn = compared.includes(lotNumber)
  return (
    <Button variant="outline" size={size} aria-pressed={isIn} onClick={() => toggleCompared(lotNumber)}>
      {isIn ? 'In the comparison' : 'Compare'}
      <span className="sr-only"> lot {lotNumber}</span>
    </Button>
  )
}

/** Leads to the comparison as soon as there is one. */
export function CompareLink() {
  const compared = useComparedLots()
  if (compared.length < 2) return null
  return (
    <Button asChild variant="outline">
      <Link href={comparisonPath(compared)}>Compare {compared.length} lots</Link>
    </Button>
  )
}
