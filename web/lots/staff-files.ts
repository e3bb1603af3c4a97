import { sendVehicleFile, type VehicleImport } from '#contract/import.ts'
import { errorOf, RequestError } from '#web/platform/request-error.ts'
import { readToken } from '#web/platform/token.ts'

/**
 * Sends a file of vehicles as form data. By XMLHttpRequest, since `fetch` does not tell how much of a body has gone out. `onProgress`
 * gets the share sent, 0 to 1. The same file may be sent again: it is the same import. Throws RequestError.
 */
export function sendVehicles(file: File, onProgress: (share: number) => void): Promise<VehicleImport> {
  const form = new FormData()
  form.set('file', file, file.name)
  return new Promise((done, fail) => {
    const upload = new XMLHttpRequest()
    upload.open(sendVehicleFile.method, sendVehicleFile.path)
    upload.withCredentials = true
    const token = readToken()
    if (token !== null) upload.setRequestHeader('Authorization', `Bearer ${token}`)
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    upload.onload = () => {
      if (upload.status >= 200 && upload.status < 300) done(JSON.parse(upload.responseText) as VehicleImport)
      else void errorOf(new Response(upload.responseText, { status: upload.status })).then(fail)
    }
    upload.onerror = () => fail(new RequestError(0, 'The connection broke while sending. Send the file again.'))
    upload.send(form)
  })
}
