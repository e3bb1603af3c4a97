import path from 'node:path'
import type { Config } from '../config/config.ts'
import { folderMailer } from './mail-folder.ts'
import { smtpMailer } from './mail-server.ts'
import type { Mailer } from './mail.ts'

/** Depending on the configuration, sends to the mail server or writes into the folder `mail` of the data folder. */
export function openMailer(config: Config): Mailer {
  return config.smtpUrl === null ? folderMailer(path.join(config.dataDir, 'mail')) : smtpMailer(config.smtpUrl)
}
