import { useQuery } from '@tanstack/react-query'
import type { Membership } from '#contract/membership/membership.ts'
import type * as z from 'zod/mini'

export type Fee = z.infer<typeof Membership>

export const MEMBERSHIP_KEY = ['/api/membership'] as const

/** The fee and whether it is paid; always reloaded, since a payment changes it. */
export function useMembership() {
  return useQuery<Fee>({ queryKey: MEMBERSHIP_KEY, staleTime: 0 })
}
