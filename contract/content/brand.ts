import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'

/** What a picture of the brand is for: how large it is stored. */
export const BrandPictureKind = z.enum(['logo', 'portrait'])

export const BRAND_PICTURE_BYTES_MAX = 10 * 1024 * 1024

export const sendBrandPicture = endpoint({
  method: 'POST',
  path: '/api/admin/brand-pictures',
  access: 'owner',
  stepUp: true,
  summary: 'Store a logo (SVG, PNG, JPEG or WebP) or a portrait; the settings say which one is shown',
  query: z.object({ kind: BrandPictureKind }),
  body: 'multipart',
  files: ['picture'],
  reply: z.object({ path: z.string() }),
  rejections: ['file-too-large', 'not-a-picture'],
})
