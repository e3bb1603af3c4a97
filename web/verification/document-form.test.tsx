import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DOCUMENT_BYTES_MAX } from '#contract/verification/verification.ts'
import { DocumentForm } from './document-form.tsx'

/** Replaces the browser's XMLHttpRequest; the test decides the response. */
class Upload {
  static all: Upload[] = []
  headers: Record<string, string> = {}
  withCredentials = false
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  url = ''
  status = 0
  statusText = ''
  responseText = ''
  body?: FormData
  open(_method: string, url: string) {
    this.url = url
  }
  abort() {
    this.onabort?.()
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
    Upload.all.push(this)
  }
  async answer(status: number, reply: object) {
    this.status = status
    this.responseText = JSON.stringify(reply)
    await act(async () => this.onload?.())
  }
}

const onSent = vi.fn<() => void>()
/** The server's answer when asked whether an upload has arrived. */
const asked = vi.fn<(url: string) => Promise<Response>>()
const NOT_ARRIVED = () => Response.json({ message: 'Not here', code: 'not-found', requestId: 'r' }, { status: 404 })

beforeEach(() => {
  Upload.all = []
  onSent.mockClear()
  localStorage.setItem('authToken', 'secret')
  vi.stubGlobal('XMLHttpRequest', Upload)
  asked.mockReset().mockImplementation(() => Promise.resolve(NOT_ARRIVED()))
  vi.stubGlobal('fetch', asked)
  render(<DocumentForm onSent={onSent} />)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function choose(label: string, file: File) {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [file] } })
}

const picture = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send document' }))

/** The driver's license with both sides chosen and sent. */
function sendLicense(): Upload {
  fireEvent.click(screen.getByLabelText('Driver’s license'))
  choose('Front', picture('front.jpg'))
  choose('Back', picture('back.jpg'))
  send()
  const [upload] = Upload.all
  if (upload === undefined) throw new Error('nothing was sent')
  return upload
}

test('a side without a file is named, and nothing is sent', () => {
  fireEvent.click(screen.getByLabelText('Driver’s license'))
  choose('Front', picture('front.jpg'))
  send()
  expect(screen.getByText('Choose a file for the back.')).toBeTruthy()
  expect(Upload.all).toHaveLength(0)
})

test('a file over the limit is refused before it is sent', () => {
  const large = picture('large.jpg')
  Object.defineProperty(large, 'size', { value: DOCUMENT_BYTES_MAX + 1 })
  choose('Photo page', large)
  send()
  expect(screen.getByText(/The limit is 10\.0 MB/)).toBeTruthy()
  expect(Upload.all).toHaveLength(0)
})

test('the upload carries kind, files, bearer and cookies, and shows its progress', () => {
  const upload = sendLicense()
  expect(upload.body?.get('kind')).toBe('driving-licence')
  expect([upload.body?.has('front'), upload.body?.has('back')]).toEqual([true, true])
  expect(upload.headers['Authorization']).toBe('Bearer secret')
  expect(upload.withCredentials).toBe(true)
  act(() => upload.upload.onprogress?.({ loaded: 40, total: 100 }))
  expect(screen.getByText('40% sent')).toBeTruthy()
})

test('a refused back shows its error at the back, and both files stay selected', async () => {
  const upload = sendLicense()
  const message = 'This file is not a picture of a document.'
  await upload.answer(409, { message, code: 'not-a-document', requestId: 'r', details: { side: 'back' } })
  const group = (await screen.findByText(message)).closest('[role=group]')
  expect(group?.textContent).toContain('back.jpg')
  expect(screen.getByText(/front\.jpg/)).toBeTruthy()
  expect(onSent).not.toHaveBeenCalled()
})

/** The connection breaks, and time passes until the next try. */
async function breakOff(upload: Upload | undefined) {
  await act(async () => {
    upload?.onerror?.()
    await vi.advanceTimersByTimeAsync(10_000)
  })
}

test('after a broken connection the server is asked first, and the same upload is sent again', async () => {
  vi.useFakeTimers()
  const first = sendLicense()
  await act(async () => first.onerror?.())
  expect(screen.getByText(/Connection lost/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  const [, second] = Upload.all
  expect(asked).toHaveBeenCalledTimes(1)
  const id = new URL(first.url, 'https://x').searchParams.get('uploadId')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(String(asked.mock.calls[0]?.[0])).toContain(id)
  expect(second?.url).toBe(first.url)
  await second?.answer(201, { submittedAt: 1, kind: 'driving-licence', state: 'submitted' })
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('a document that had arrived before the connection broke is not sent twice', async () => {
  vi.useFakeTimers()
  asked.mockImplementation(() =>
    Promise.resolve(Response.json({ submittedAt: 1, kind: 'driving-licence', state: 'submitted' })),
  )
  await breakOff(sendLicense())
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(Upload.all).toHaveLength(1)
})

test('an interrupted upload resumes automatically, however often, as the same upload', async () => {
  vi.useFakeTimers()
  sendLicense()
  for (let tries = 1; tries <= 8; tries += 1) {
    await breakOff(Upload.all.at(-1))
    await act(() => vi.advanceTimersByTimeAsync(5000))
  }
  expect(Upload.all).toHaveLength(9)
  expect(new Set(Upload.all.map(({ url }) => url)).size).toBe(1)
  await Upload.all.at(-1)?.answer(201, { submittedAt: 1, kind: 'driving-licence', state: 'submitted' })
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('a stalled upload is aborted after 30 s and resumes automatically as the same upload', async () => {
  vi.useFakeTimers()
  const first = sendLicense()
  act(() => first.upload.onprogress?.({ loaded: 40, total: 100 }))
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(screen.getByText('40% sent')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText(/Connection lost/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  const [, second] = Upload.all
  expect(second?.url).toBe(first.url)
  await second?.answer(201, { submittedAt: 1, kind: 'driving-licence', state: 'submitted' })
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('an upload on a slow connection is not aborted while it makes progress or while the document is processed', async () => {
  vi.useFakeTimers()
  const upload = sendLicense()
  for (let sent = 10; sent <= 100; sent += 10) {
    await act(() => vi.advanceTimersByTimeAsync(25_000))
    act(() => upload.upload.onprogress?.({ loaded: sent, total: 100 }))
  }
  await act(() => vi.advanceTimersByTimeAsync(50_000))
  await upload.answer(201, { submittedAt: 1, kind: 'driving-licence', state: 'submitted' })
  expect(Upload.all).toHaveLength(1)
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('the page waits for an answer no longer than a minute', async () => {
  vi.useFakeTimers()
  const upload = sendLicense()
  act(() => upload.upload.onprogress?.({ loaded: 100, total: 100 }))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByText(/Connection lost/)).toBeTruthy()
})

test('a server that is unavailable when asked about the upload is asked again', async () => {
  vi.useFakeTimers()
  asked.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  sendLicense()
  await breakOff(Upload.all.at(-1))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(Upload.all).toHaveLength(1)
  asked.mockImplementation(() => Promise.resolve(Response.json({ message: 'No.', code: 'not-found' }, { status: 404 })))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(Upload.all).toHaveLength(2)
})

test('different files are a new upload', async () => {
  const first = sendLicense()
  await first.answer(409, { message: 'No.', code: 'not-a-document', requestId: 'r', details: { side: 'back' } })
  choose('Back', picture('better.jpg'))
  send()
  expect(Upload.all[1]?.url).not.toBe(first.url)
})

test('a canceled upload ends without a message, and the files stay selected', async () => {
  sendLicense()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/front\.jpg/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send document' })).toBeTruthy()
})

test('a file dropped on a side is selected; dropped outside, it does not open in place of the page', () => {
  const dropped = { dataTransfer: { files: [picture('dropped.jpg')] } }
  fireEvent.drop(screen.getByRole('group', { name: 'Photo page' }), dropped)
  expect(screen.getByText(/dropped\.jpg/)).toBeTruthy()
  expect(fireEvent.drop(document.body, dropped)).toBe(false)
  expect(fireEvent.dragOver(document.body, dropped)).toBe(false)
})

test('a phone’s camera opens for the document, not for a portrait', () => {
  const camera = screen.getByLabelText('Photo page, from camera', { selector: 'input' })
  expect([camera.getAttribute('capture'), camera.getAttribute('accept')]).toEqual(['environment', 'image/*'])
})

test('a PDF is shown by its name, without a preview', () => {
  choose('Photo page', new File(['%PDF-'], 'pass.pdf', { type: 'application/pdf' }))
  expect(screen.getByText(/convert its pages/)).toBeTruthy()
})

test('a document that the server already has counts as sent', async () => {
  await sendLicense().answer(409, { message: 'Being checked.', code: 'document-pending', requestId: 'r' })
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('two presses in a row send one document', () => {
  sendLicense()
  fireEvent.submit(screen.getByRole('button', { name: 'Sending' }).closest('form') ?? document.body)
  expect(Upload.all).toHaveLength(1)
})
