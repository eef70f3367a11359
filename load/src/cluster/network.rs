use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A network namespace of Linux with links to this machine that can be cut. Everything is
/// removed when this value is dropped.
pub struct Network {
    name: String,
    /// The number of its first subnet, 10.231.NUMBER.0/24.
    first_subnet: usize,
    links: Vec<String>,
}

impl Network {
    /// Creates the namespace of this number with some links.
    pub fn new(number: usize, links: usize) -> Result<Network> {
        let id = std::process::id() & 0xffff;
        let network = Network {
            name: format!("arbiter-{id:x}-{number}"),
            first_subnet: number * links,
            links: (0..links)
                .map(|link| format!("ab{id:x}{number}{link}"))
                .collect(),
        };
        ip(&["netns", "add", &network.name])
            .context("network namespaces need Linux and root: run this as root")?;
        network.inside(&["link", "set", "lo", "up"])?;
        for (index, link) in network.links.iter().enumerate() {
            let inner = format!("link{index}");
            let peer = ["peer", "name", &inner, "netns", &network.name];
            let add = ["link", "add", link, "type", "veth"];
            ip(&[add.as_slice(), &peer].concat())?;
            let (outside, inside) = (network.outside_address(index), network.address(index));
            ip(&["addr", "add", &format!("{outside}/24"), "dev", link])?;
            ip(&["link", "set", link, "up"])?;
            network.inside(&["addr", "add", &format!("{inside}/24"), "dev", &inner])?;
            network.inside(&["link", "set", &inner, "up"])?;
        }
        Ok(network)
    }

    /// Returns the address inside of the namespace on a link.
    pub fn address(&self, link: usize) -> String {
        format!("10.231.{}.2", self.first_subnet + link)
    }

    /// Returns the address of this machine on a link.
    pub fn outside_address(&self, link: usize) -> String {
        format!("10.231.{}.1", self.first_subnet + link)
    }

    /// Returns the command that runs a program inside.
    pub fn wrapper(&self) -> Vec<String> {
        ["ip", "netns", "exec", &self.name]
            .map(str::to_owned)
            .to_vec()
    }

    /// Cuts a link: packets vanish, and no connection is closed.
    pub fn cut(&self, link: usize) -> Result<()> {
        ip(&["link", "set", &self.links[link], "down"])
    }

    /// Restores a link.
    pub fn restore(&self, link: usize) -> Result<()> {
        ip(&["link", "set", &self.links[link], "up"])
    }

    fn inside(&self, arguments: &[&str]) -> Result<()> {
        let inside = ["-netns", &self.name];
        ip(&[inside.as_slice(), arguments].concat())
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // Its links end with it.
        if let Err(error) = ip(&["netns", "del", &self.name]) {
            eprintln!("a network namespace is left: {error}");
        }
    }
}

fn ip(arguments: &[&str]) -> Result<()> {
    let output = Command::new("ip")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .context("cannot run ip: install the package iproute2")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "ip {}: {}",
        arguments.join(" "),
        error.trim()
    );
    Ok(())
}
