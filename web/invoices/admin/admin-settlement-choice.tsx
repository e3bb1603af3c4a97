import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { listAuctions } from '#contract/auctions.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatDay } from '#web/platform/time.ts'
import { Field, Select } from '#web/ui/field.tsx'

/** Goes to the settlement of a sale. */
export function ChooseSettlement() {
  const [, go] = useLocation()
  const { data } = useQuery({
    queryKey: ['/api/auctions', 'settlement'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
  })
  const sales = (data?.items ?? []).filter(({ state }) => state !== 'scheduled')
  if (sales.length === 0) return null
  return (
    <Field label="Settlement of a sale">
      <Select value="" onChange={(event) => go(paths.adminPage(`settlements/${event.target.value}`))}>
        <option value="">Choose a sale</option>
        {sales.map((sale) => (
          <option key={sale.id} value={sale.id}>
            {sale.title}, {formatDay(sale.startsAt)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
