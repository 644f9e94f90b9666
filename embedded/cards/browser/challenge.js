// @ts-check
// Runs the page that the buyer's bank would show for 3-D Secure: the choice goes to the sandbox, the result to the outer page.
{
  const buttons = [...document.querySelectorAll('button')]
  const problem = document.getElementById('problem')
  const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
  const withThreeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd']

  const english = {
    setup: 'Confirm your card',
    nothing: 'Nothing is charged now.',
    unreachable: 'The bank could not be reached. Please try again.',
  }
  const german = {
    setup: 'Bestätigen Sie Ihre Karte',
    nothing: 'Jetzt wird nichts abgebucht.',
    unreachable: 'Die Bank ist nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  }
  /** The German of the page, by the selectors of its elements. @type {[selector: string, text: string][]} */
  const germanPage = [
    ['.bank', 'Testbank · 3-D Secure'],
    ['h1', 'Bestätigen Sie Ihre Zahlung'],
    [
      '#explanation',
      'Hier würde Ihre Bank prüfen, wer Sie sind. Das ist der Testmodus: Es fließt kein Geld. Wählen Sie das Ergebnis.',
    ],
    ['#complete', 'Bestätigen'],
    ['#fail', 'Ablehnen'],
  ]

  /** Puts the page into German. */
  function translate() {
    document.documentElement.lang = 'de'
    document.title = 'Prüfung der Karte'
    for (const [selector, text] of germanPage) {
      const element = document.querySelector(selector)
      if (element) element.textContent = text
    }
  }

  /** Returns the decimals of an amount on the wire. @param {string} currency */
  const digitsOf = (currency) => (withoutDecimals.includes(currency) ? 0 : withThreeDecimals.includes(currency) ? 3 : 2)

  /** @param {MessageEvent} event */
  function acceptPort(event) {
    if (event.source !== window.parent || event.origin !== new URL(location.href).origin) return
    const [port] = event.ports
    if (event.data?.type !== 'card-challenge' || !port) return
    window.removeEventListener('message', acceptPort)
    /** Without an amount where a card is saved. @type {{ publishableKey: string, id: string, clientSecret: string, source: string, amount: number, currency?: string, locale?: string }} */
    const challenge = event.data
    const isGerman = challenge.locale === 'de'
    const words = isGerman ? german : english
    if (isGerman) translate()
    const amount = document.getElementById('amount')
    const currency = challenge.currency ?? 'usd'
    const digits = digitsOf(currency)
    const fractionDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const money = new Intl.NumberFormat(isGerman ? 'de-DE' : 'en-US', {
      style: 'currency',
      currency,
      ...fractionDigits,
    })
    const isSetup = challenge.id.startsWith('seti_')
    if (amount) amount.textContent = isSetup ? words.nothing : money.format(challenge.amount / 10 ** digits)
    const title = document.querySelector('h1')
    if (isSetup && title) title.textContent = words.setup

    for (const button of buttons) {
      button.disabled = false
      button.addEventListener('click', async () => {
        for (const each of buttons) each.disabled = true
        const body = new URLSearchParams({
          key: challenge.publishableKey,
          client_secret: challenge.clientSecret,
          source: challenge.source,
          outcome: button.id,
        })
        try {
          const kind = isSetup ? 'setup_intents' : 'payment_intents'
          const path = `/v1/${kind}/${encodeURIComponent(challenge.id)}/challenge`
          const response = await fetch(path, { method: 'POST', body, credentials: 'omit' })
          port.postMessage({ status: response.status, body: await response.json() })
        } catch {
          if (problem) problem.textContent = words.unreachable
          for (const each of buttons) each.disabled = false
        }
      })
    }
    buttons[0]?.focus()
    // Escape closes the dialog, which fails the challenge, also while this frame has the focus.
    document.addEventListener('keydown', (key) => {
      if (key.key === 'Escape') document.getElementById('fail')?.click()
    })
  }
  window.addEventListener('message', acceptPort)
}
