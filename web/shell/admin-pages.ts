import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

export type AdminPage = { name: string; label: string; screen: LazyExoticComponent<ComponentType> }

type Load = () => Promise<{ default: ComponentType }>

/** The rooms in the order of the bidder's journey; their admin pages stand in the same order. */
const ROOMS = [
  'accounts',
  'membership',
  'verification',
  'auctions',
  'lots',
  'bidding',
  'invoices',
  'marketing',
  'support',
]

const LABELS: Record<string, string> = { accounts: 'People', verifications: 'Verification', auctions: 'Sales' }

/** Each room's `admin-<noun>-screen.tsx`, shown at `/admin/<noun>`. */
export const ADMIN_PAGES: AdminPage[] = adminPages(
  import.meta.glob<{ default: ComponentType }>(['../*/admin-*-screen.tsx', '!../accounts/admin-login-screen.tsx']),
)

export function adminPages(files: Record<string, Load>): AdminPage[] {
  return Object.entries(files)
    .flatMap(([file, load]) => {
      const [, room, name] = /^\.\.\/(\w+)\/admin-([\w-]+)-screen\.tsx$/.exec(file) ?? []
      return room === undefined || name === undefined ? [] : [{ place: ROOMS.indexOf(room), name, load }]
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ name, load }) => ({ name, label: LABELS[name] ?? titled(name), screen: lazy(load) }))
}

function titled(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
