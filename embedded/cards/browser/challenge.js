// @ts-check
// What the buyer's bank would show for 3-D Secure: the answer goes to the sandbox, the result to the page around.
{
  const buttons = [...document.querySelectorAll('button')]
  const problem = document.getElementById('problem')

  /** @param {MessageEvent} event */
  function greet(event) {
    if (event.source !== window.parent || event.origin !== new URL(location.href).origin) return
    const [port] = event.ports
    if (event.data?.type !== 'card-challenge' || !port) return
    window.removeEventListener('message', greet)
    /** @type {{ publishableKey: string, id: string, clientSecret: string, source: string, amount: number, currency: string }} */
    const asked = event.data
    const amount = document.getElementById('amount')
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: asked.currency })
    if (amount) amount.textContent = money.format(asked.amount / 100)

    for (const button of buttons) {
      button.disabled = false
      button.addEventListener('click', async () => {
        for (const each of buttons) each.disabled = true
        const body = new URLSearchParams({
          key: asked.publishableKey,
          client_secret: asked.clientSecret,
          source: asked.source,
          outcome: button.id,
        })
        try {
          const path = `/v1/payment_intents/${encodeURIComponent(asked.id)}/challenge`
          const answer = await fetch(path, { method: 'POST', body, credentials: 'omit' })
          port.postMessage({ status: answer.status, body: await answer.json() })
        } catch {
          if (problem) problem.textContent = 'The bank could not be reached. Please try again.'
          for (const each of buttons) each.disabled = false
        }
      })
    }
    buttons[0]?.focus()
    // Closing the dialog is a no, also where the key is pressed in here.
    document.addEventListener('keydown', (key) => {
      if (key.key === 'Escape') document.getElementById('fail')?.click()
    })
  }
  window.addEventListener('message', greet)
}
