import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/platform/client.ts'
import AssistantPanel from './assistant-panel.tsx'

const PASSAGE = {
  id: 'pickup',
  head: 'How do I pick up a vehicle?',
  also: '',
  text: 'Bring the pickup code.',
  to: '/faq#pickup',
  page: 'FAQ',
}

let isNarrow = true

beforeEach(() => {
  isNarrow = true
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isNarrow && query.includes('max-width') }))
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (String(url).includes('/api/passages')) return Response.json({ items: [PASSAGE] })
    if (init?.method === 'POST') return Response.json({ answer: null })
    return Response.json({ message: 'Log in.', code: 'unauthorized' }, { status: 401 })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

function open() {
  const onClose = vi.fn()
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <AssistantPanel onClose={onClose} />
    </QueryClientProvider>,
  )
  return { onClose, unmount }
}

async function askAndFollow() {
  fireEvent.change(screen.getByLabelText('Your question'), { target: { value: 'How do I pick up a vehicle?' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  fireEvent.click(await screen.findByRole('link', { name: /pick up a vehicle/ }))
}

test('a followed link closes the assistant on a phone, and its conversation is still there when it opens again', async () => {
  const { onClose, unmount } = open()
  await askAndFollow()
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  open()
  expect(screen.getByRole('link', { name: /pick up a vehicle/ })).toBeTruthy()
})

test('in a wide window it stays open beside the page', async () => {
  isNarrow = false
  const { onClose } = open()
  await askAndFollow()
  expect(onClose).not.toHaveBeenCalled()
})
