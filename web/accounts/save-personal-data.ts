import { saveFile } from '#web/page/save-file.ts'

/** Saves what the shop stores about a person as a file. */
export const savePersonalData = (email: string, data: object): void =>
  saveFile(`${email.replace(/[^\w.@-]/g, '_')}.json`, JSON.stringify(data, null, 2), 'application/json')
