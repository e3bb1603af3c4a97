import { ENDPOINTS } from '#contract/all.ts'
import type { AdminList } from '#contract/platform/admin-list.ts'

const columnsByList = new Map(
  ENDPOINTS.flatMap((endpoint) => ('columns' in endpoint ? [endpoint as AdminList] : [])).map(
    ({ name, columns }) => [name as string, columns] as const,
  ),
)

/** What was read of a list, with the label of the column by which it was sorted instead of its name in requests. */
export function withColumn(action: string, facts: Record<string, unknown> | null): Record<string, unknown> | null {
  const sort = facts?.['sort']
  if (typeof sort !== 'string') return facts
  const label = columnsByList.get(action.replace(/^(view|export)-/, ''))?.[sort]?.label
  return label === undefined ? facts : { ...facts, sort: label }
}
