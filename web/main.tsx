import * as z from 'zod/mini'
import { queryClient } from './platform/client.ts'
import { registerServiceWorker } from './shell/service-worker.ts'
import { start } from './shell/start.tsx'
import { applyTheme } from './shell/theme.ts'

// Without `jitless` zod tries `new Function`, which the content security policy reports.
z.config({ jitless: true, ...z.locales.en() })
applyTheme()
start(document.getElementById('root'), queryClient)
window.addEventListener('load', () => void registerServiceWorker())
