import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import type { AdminPage } from './admin-pages.tsx'
import { t } from '#web/platform/language/text.ts'

/** Any page of the administration in three presses: `G`, its first letters, Enter. */
export default function GoToPage({ pages, onClose }: { pages: AdminPage[]; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [, go] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const found = matching(pages, typed)
  return (
    <Dialog onClose={onClose} title={t`Go to page`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first === undefined) return
          onClose()
          go(first.to)
        }}
      >
        <Field label={t`Page`}>
          <Input
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') moveTo(event, list.current?.querySelector('a'))
            }}
          />
        </Field>
      </form>
      {found.length === 0 ? (
        <p role="status" className="mt-4 text-slate">{t`No page has this name.`}</p>
      ) : (
        <ul ref={list} className="mt-4 max-h-80 overflow-y-auto">
          {found.map(({ to, label }) => (
            <li key={to}>
              <Link
                href={to}
                onClick={onClose}
                onKeyDown={walk}
                className="flex min-h-10 items-center rounded-md px-3 hover:bg-fog focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Those that begin with what was typed, then those that contain it. */
function matching(pages: AdminPage[], typed: string): AdminPage[] {
  const words = typed.trim().toLowerCase()
  const begins = ({ label }: AdminPage) => label.toLowerCase().startsWith(words)
  const contains = ({ label }: AdminPage) => label.toLowerCase().includes(words)
  return [...pages.filter(begins), ...pages.filter((page) => contains(page) && !begins(page))]
}

/** The arrow keys walk the links. */
function walk(event: KeyboardEvent<HTMLAnchorElement>): void {
  const item = event.currentTarget.closest('li')
  if (event.key === 'ArrowDown') moveTo(event, item?.nextElementSibling?.querySelector('a'))
  if (event.key === 'ArrowUp') moveTo(event, item?.previousElementSibling?.querySelector('a'))
}

function moveTo(event: KeyboardEvent, link: HTMLElement | null | undefined): void {
  event.preventDefault()
  link?.focus()
}
