import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DOCUMENT_BYTES_MAX } from '#contract/verification.ts'
import { DocumentForm } from './document-form.tsx'

/** Stands in for the browser's XMLHttpRequest; the test decides what comes back. */
class Upload {
  static all: Upload[] = []
  headers: Record<string, string> = {}
  withCredentials = false
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  status = 0
  statusText = ''
  responseText = ''
  body?: FormData
  open() {}
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

beforeEach(() => {
  Upload.all = []
  onSent.mockClear()
  localStorage.setItem('authToken', 'secret')
  vi.stubGlobal('XMLHttpRequest', Upload)
  render(<DocumentForm onSent={onSent} />)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function choose(label: string, file: File) {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [file] } })
}

const picture = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send document' }))

/** The driving licence with both sides chosen and sent. */
function sendLicence(): Upload {
  fireEvent.click(screen.getByLabelText('Driving licence'))
  choose('Front', picture('front.jpg'))
  choose('Back', picture('back.jpg'))
  send()
  const [upload] = Upload.all
  if (upload === undefined) throw new Error('nothing was sent')
  return upload
}

test('a side without a file is named, and nothing is sent', () => {
  fireEvent.click(screen.getByLabelText('Driving licence'))
  choose('Front', picture('front.jpg'))
  send()
  expect(screen.getByText('Choose a file for the back.')).toBeTruthy()
  expect(Upload.all).toHaveLength(0)
})

test('a file over the limit is refused before it is sent', () => {
  const large = picture('large.jpg')
  Object.defineProperty(large, 'size', { value: DOCUMENT_BYTES_MAX + 1 })
  choose('Page with your photograph', large)
  send()
  expect(screen.getByText(/The limit is 10\.0 MB/)).toBeTruthy()
  expect(Upload.all).toHaveLength(0)
})

test('the upload carries kind, files, bearer and cookies, and shows how much has gone out', () => {
  const upload = sendLicence()
  expect(upload.body?.get('kind')).toBe('driving-licence')
  expect([upload.body?.has('front'), upload.body?.has('back')]).toEqual([true, true])
  expect(upload.headers['Authorization']).toBe('Bearer secret')
  expect(upload.withCredentials).toBe(true)
  act(() => upload.upload.onprogress?.({ loaded: 40, total: 100 }))
  expect(screen.getByText('40 % sent')).toBeTruthy()
})

test('a refused back is said at the back, and both files stay chosen', async () => {
  const upload = sendLicence()
  const message = 'This file is not a picture of a document.'
  await upload.answer(409, { message, code: 'not-a-document', requestId: 'r', details: { side: 'back' } })
  const group = (await screen.findByText(message)).closest('[role=group]')
  expect(group?.textContent).toContain('back.jpg')
  expect(screen.getByText(/front\.jpg/)).toBeTruthy()
  expect(onSent).not.toHaveBeenCalled()
})

test('a broken connection loses nothing, and sending again works', async () => {
  const upload = sendLicence()
  await act(async () => upload.onerror?.())
  expect(await screen.findByText(/The connection broke/)).toBeTruthy()
  send()
  await Upload.all[1]?.answer(201, { submittedAt: 1, kind: 'driving-licence', state: 'submitted' })
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('a document that is there already counts as sent', async () => {
  await sendLicence().answer(409, { message: 'Being checked.', code: 'document-pending', requestId: 'r' })
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('two presses in a row send one document', () => {
  sendLicence()
  fireEvent.submit(screen.getByRole('button', { name: 'Sending' }).closest('form') ?? document.body)
  expect(Upload.all).toHaveLength(1)
})
