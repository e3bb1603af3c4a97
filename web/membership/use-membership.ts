import { useQuery } from '@tanstack/react-query'
import type { Membership } from '#contract/membership.ts'
import type * as z from 'zod/mini'

export type Fee = z.infer<typeof Membership>

export const MEMBERSHIP_KEY = ['/api/membership'] as const

/** The fee and whether it is paid; read again each time, since a payment changes it. */
export function useMembership() {
  return useQuery<Fee>({ queryKey: MEMBERSHIP_KEY, staleTime: 0 })
}
