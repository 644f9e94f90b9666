// @ts-check
// The last page of a window that went to another provider: it tells the page that opened it, and goes.
const text = document.body.dataset.message
if (text) {
  const message = JSON.parse(text)
  // A provider's page may have cut the line to the opener; the channel does not need it.
  const channel = new BroadcastChannel('auth-callback')
  channel.postMessage(message)
  channel.close()
  if (window.opener) window.opener.postMessage(message, location.origin)
  window.close()
}

const button = document.getElementById('close')
if (button) {
  // A provider's page may also have taken the opener away, but not the name that the window was opened under.
  button.hidden = !window.opener && !window.name
  button.addEventListener('click', () => window.close())
}
