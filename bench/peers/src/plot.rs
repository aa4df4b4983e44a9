//! Plots of the table, as SVG.

use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::measure::{Measured, System};

const SIZE: (u32, u32) = (640, 400);

/// One line an engine.
const COLOURS: [RGBColor; 4] = [
    RGBColor(120, 170, 230),
    RGBColor(20, 80, 180),
    RGBColor(200, 90, 20),
    RGBColor(110, 110, 110),
];

/// Writes a plot of the query times and one of the build rates.
pub(crate) fn write(measured: &[Measured], directory: &Path) -> Result<()> {
    fs::create_dir_all(directory)?;
    let query = directory.join("recall-query.svg");
    draw(
        measured,
        &query,
        "Half of ten-word queries are answered within (ms, processor time)",
        |row| row.p50,
    )?;
    let build = directory.join("recall-build.svg");
    draw(measured, &build, "Facts taken in a second", |row| row.build_rate)
}

fn draw(
    measured: &[Measured],
    path: &Path,
    title: &str,
    figure: impl Fn(&Measured) -> f64,
) -> Result<()> {
    let figures = measured.iter().map(&figure);
    let (least, most) =
        figures.fold((f64::MAX, 0.0_f64), |(least, most), y| (least.min(y), most.max(y)));
    let sizes = measured.iter().map(|row| row.facts as f64);
    let (smallest, largest) = sizes.fold((f64::MAX, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    let failed = |error| anyhow!("{}: {error}", path.display());
    area.fill(&WHITE).map_err(|error| failed(error.to_string()))?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 15))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d((smallest..largest).log_scale(), (least / 2.0..most * 2.0).log_scale())
        .map_err(|error| failed(error.to_string()))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("facts")
        .draw()
        .map_err(|error| failed(error.to_string()))?;
    for (system, colour) in System::ALL.into_iter().zip(COLOURS) {
        let points: Vec<(f64, f64)> = measured
            .iter()
            .filter(|row| row.system == system)
            .map(|row| (row.facts as f64, figure(row)))
            .collect();
        let line = LineSeries::new(points, colour.stroke_width(2)).point_size(3);
        chart
            .draw_series(line)
            .map_err(|error| failed(error.to_string()))?
            .label(system.name().replace('`', ""))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .position(SeriesLabelPosition::UpperLeft)
        .draw()
        .map_err(|error| failed(error.to_string()))?;
    area.present().map_err(|error| failed(error.to_string()))
}
