export default function MakeAdminRoute() {
  return <h1 className="text-4xl">Make Admin</h1>
}
