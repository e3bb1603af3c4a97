import { sendVehicleFile, type VehicleImport } from '#contract/lots/import.ts'
import { sendForm } from '#web/platform/send-form.ts'

/**
 * Uploads a file of vehicles as form data. `onProgress` gets the fraction sent, 0 to 1. The same file may be sent
 * again: it is the same import. Throws RequestError.
 */
export async function sendVehicles(file: File, onProgress: (share: number) => void): Promise<VehicleImport> {
  const form = new FormData()
  form.set('file', file, file.name)
  const { method, path: url } = sendVehicleFile
  return JSON.parse(await sendForm({ method, url, form }, onProgress, new AbortController().signal)) as VehicleImport
}
