//! Memory, processor time and open files of this process, under the names that
//! all programs use.

use std::fmt;

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
};

/// Asks the system at each scrape.
#[derive(Debug)]
pub(super) struct ProcessCollector;

impl Collector for ProcessCollector {
    #[cfg(target_os = "linux")]
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), fmt::Error> {
        use prometheus_client::metrics::{counter::ConstCounter, gauge::ConstGauge};

        let mut add = |name, help, metric: &dyn EncodeMetric| {
            let encoder = encoder.encode_descriptor(name, help, None, metric.metric_type())?;
            metric.encode(encoder)
        };
        if let Some(bytes) = linux::resident_bytes() {
            let help = "Memory in use, in bytes.";
            add(
                "process_resident_memory_bytes",
                help,
                &ConstGauge::new(bytes),
            )?;
        }
        if let Some(count) = linux::open_files() {
            let help = "Open file descriptors.";
            add("process_open_fds", help, &ConstGauge::new(count))?;
        }
        let help = "The most file descriptors that may be open.";
        add(
            "process_max_fds",
            help,
            &ConstGauge::new(linux::max_open_files()),
        )?;
        let help = "Processor time used, in seconds.";
        add(
            "process_cpu_seconds",
            help,
            &ConstCounter::new(linux::cpu_seconds()),
        )
    }

    /// Other systems have no simple files to read.
    #[cfg(not(target_os = "linux"))]
    fn encode(&self, _: DescriptorEncoder) -> Result<(), fmt::Error> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::{
        process::{Resource, getrlimit},
        time::{ClockId, clock_gettime},
    };

    pub(super) fn resident_bytes() -> Option<i64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kib.checked_mul(1024)
    }

    pub(super) fn open_files() -> Option<i64> {
        let count = fs::read_dir("/proc/self/fd").ok()?.count();
        // Reading the folder opens it.
        i64::try_from(count.saturating_sub(1)).ok()
    }

    pub(super) fn max_open_files() -> i64 {
        let current = getrlimit(Resource::Nofile).current;
        current.map_or(i64::MAX, |limit| i64::try_from(limit).unwrap_or(i64::MAX))
    }

    pub(super) fn cpu_seconds() -> f64 {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells_about_the_process() {
        assert!(linux::resident_bytes().unwrap() > 1024 * 1024);
        let before = linux::open_files().unwrap();
        let _file = std::fs::File::open("/proc/self/stat").unwrap();
        // Other tests open and close files meanwhile.
        assert!(before >= 3 && linux::open_files().unwrap() >= 4);
        assert!(linux::max_open_files() >= before);
        assert!(linux::cpu_seconds() > 0.0);
    }
}
