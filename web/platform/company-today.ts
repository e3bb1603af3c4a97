import { useState } from 'react'
import { useCompanyTerms } from './company-terms.ts'
import { serverNow } from './clock.ts'
import { type DayKey, dayKey } from './zoned-days.ts'

/** Today in the company's time zone, whose days the books and reports have. */
export function useCompanyToday(): DayKey {
  const timeZone = useCompanyTerms()?.timeZone ?? 'UTC'
  const [now] = useState(serverNow)
  return dayKey(now, timeZone)
}
