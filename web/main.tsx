import { queryClient } from './platform/client.ts'
import { registerServiceWorker } from './shell/service-worker.ts'
import { start } from './shell/start.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()
start(document.getElementById('root'), queryClient)
window.addEventListener('load', () => void registerServiceWorker())
