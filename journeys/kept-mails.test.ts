import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson } from './sign-up.ts'

/** Starts a mail server that takes all mails, and lists their recipients. */
async function startMailServer() {
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      recipients.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { port, recipients, [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(closed)) }
}

// route /dashboard/connections as admin
// route /dashboard/outbox as admin
test('an admin sets the mail server, is told of the mails that were kept before, and sends them', async ({
  page,
  shop,
}) => {
  await using server = await startMailServer()
  const { email } = newPerson('Kai')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await openAsAdmin(page, shop, '/dashboard/connections')

  const mail = page.getByRole('region', { name: 'Mail' })
  await expect(mail).toContainText('Not set: mails stay in the outbox')
  await expect(mail.getByText('since no mail server was set')).toHaveCount(0)
  await mail.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
  await mail.getByRole('combobox', { name: 'Encryption' }).selectOption('None')
  await mail.getByRole('textbox', { name: 'Port' }).fill(String(server.port))
  await mail.getByRole('textbox', { name: 'Sender' }).fill('shop@bolts.test')
  await mail.getByRole('button', { name: 'Try and save' }).click()
  await expect(findToast(page, 'The mail server takes mails, and is saved')).toBeVisible()
  await expect(mail).toContainText('not sent, since no mail server was set.')
  await mail.getByRole('link', { name: 'See these emails' }).click()

  await page.getByRole('searchbox', { name: 'Search messages' }).fill(email)
  await page.getByRole('button', { name: 'Send 1 email' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send 1 email?' })
  await expect(question).toContainText('Written on')
  await question.getByRole('button', { name: 'Send now' }).click()
  await expect(findToast(page, '1 email is on its way')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
  await expect.poll(() => server.recipients).toEqual([email])

  await page.goto('/dashboard/connections')
  await mail.getByRole('button', { name: 'Remove' }).click()
  const removal = page.getByRole('alertdialog', { name: 'Remove the mail server?' })
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(findToast(page, 'The mail server is removed')).toBeVisible()
  await expect(mail).toContainText('Not set: mails stay in the outbox')
  await expect(mail.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expect(mail.getByRole('textbox', { name: 'Server' })).toHaveValue('')
})
